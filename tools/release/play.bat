@echo off
rem Opens the table in the browser; a second start finds the first one.
"%~dp0grognard.exe" play %*
if errorlevel 1 pause
