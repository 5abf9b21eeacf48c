import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main } from '../../scripts/lib/main.mjs'
import { runBench } from './runBench.js'

const help = `Usage: node bench/dist/main.js [measurement …]

Runs all measurements of "npm run bench" in Chromium (CHROMIUM_PATH), or those named.`

const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
// also when a signal ends the process
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

// React and Vite choose their production build by it
process.env['NODE_ENV'] = 'production'
await main(help, () => runBench(folder, process.argv.slice(2)))
