import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { main } from '../../scripts/lib/main.mjs'
import { runPeers } from './peers/runPeers.js'
import { runBench } from './runBench.js'

const help = `Usage: node bench/dist/main.js [--folder <folder>] [--write] [measurement …]
       node bench/dist/main.js [--folder <folder>] --peers [part …]

Runs all measurements of "npm run bench" in Chromium (CHROMIUM_PATH), or those named. All are written to disk;
those named only with --write. With --peers, measures other kits beside ours, all parts or those named.
--folder keeps what is installed for the next run, which packs nothing again.`

const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
// also when a signal ends the process
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

// React and Vite choose their production build by it
process.env['NODE_ENV'] = 'production'
await main(help, () => {
  const { values, positionals: names } = parseArgs({
    options: {
      write: { type: 'boolean', default: false },
      peers: { type: 'boolean', default: false },
      folder: { type: 'string', default: folder },
    },
    allowPositionals: true,
  })
  if (values.peers) return runPeers(resolve(values.folder), names)
  return runBench(resolve(values.folder), { names, isWritten: values.write || names.length === 0 })
})
