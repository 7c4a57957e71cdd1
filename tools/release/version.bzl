"""The version. //tools/release:release_test holds to it what else states one."""

VERSION = "0.1.0"
