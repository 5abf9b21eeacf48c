#!/usr/bin/env node
import { runCodemod } from './cli/runCodemod.js'

process.exitCode = runCodemod(process.argv.slice(2), {
  print: (line) => process.stdout.write(`${line}\n`),
  warn: (line) => process.stderr.write(`${line}\n`),
})
