#!/bin/sh
# Opens the table in the browser; a second start finds the first one.
exec "$(dirname "$0")/grognard" play "$@"
