#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { toPackageManager } from './cli/packageManager.js'
import { runCreate } from './cli/runCreate.js'

process.exitCode = await runCreate(process.argv.slice(2), {
  cwd: process.cwd(),
  manager: toPackageManager(process.env['npm_config_user_agent']),
  templatesFolder: fileURLToPath(new URL('templates', import.meta.url)),
  own: JSON.parse(readFileSync(new URL('versions.json', import.meta.url), 'utf8')),
  terminal: process.stdin.isTTY && process.stdout.isTTY ? { input: process.stdin, output: process.stdout } : null,
  print: (text) => process.stdout.write(`${text}\n`),
  warn: (text) => process.stderr.write(`${text}\n`),
})
