import { bootstrap } from './lib/bootstrap.mjs'
import { formatSeconds } from './lib/formatSeconds.mjs'
import { formatTable } from './lib/formatTable.mjs'
import { main } from './lib/main.mjs'

// `npm run check`: runs every static gate on the whole tree; `npm run check -- lint types` only those named.
await main(async () => {
  await bootstrap()
  // imported only now: the gates import packages
  const { selectGates } = await import('./gates/selectGates.mjs')
  const { runGates } = await import('./lib/runGates.mjs')

  const results = await runGates(selectGates(process.argv.slice(2)), 2, (text) => process.stdout.write(text))
  const rows = results.map(({ name, outcome, duration, about }) => [name, outcome, formatSeconds(duration), about])
  process.stdout.write(`\n${formatTable(rows)}\n`)
  return results.every(({ outcome }) => outcome === 'ok')
})
