import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatFlakes, parseFlakes, startLoad, toFlakeRun } from './lib/flakes.mjs'
import { git } from './lib/git.mjs'
import { main } from './lib/main.mjs'
import { readFailures } from './lib/reports.mjs'
import { root } from './lib/root.mjs'
import { run } from './lib/run.mjs'

const help = `Usage: npm run flakes [-- <number of runs>]

Runs all tests on a machine that other processes keep busy (load average 4 to 5), once or as often as you say, and adds
each run to bench/FLAKES.md. Can be stopped and continued: finished runs are kept.`

const file = join(root, 'bench/FLAKES.md')

await main(help, async () => {
  const count = Number(process.argv[2] ?? 1)
  if (!Number.isInteger(count) || count < 1) throw new Error(`"${process.argv[2]}" is not a number of runs.`)
  let isGreen = true
  for (let index = 0; index < count; index++) {
    const [start, begin] = [new Date(), performance.now()]
    const load = startLoad()
    const { code } = await run(process.execPath, ['scripts/test.mjs']).finally(load.stop)
    const found = [...(readFailures('unit', 'last') ?? []), ...(readFailures('e2e', 'last') ?? [])]
    const names = found.map(({ test }) => test)
    const failures = code !== 0 && names.length === 0 ? [`exit code ${code}`] : names
    const latest = toFlakeRun({
      start,
      milliseconds: performance.now() - begin,
      commit: git(['rev-parse', '--short=8', 'HEAD']) ?? '',
      loads: load.loads,
      failures,
    })
    writeFileSync(file, formatFlakes([...(existsSync(file) ? parseFlakes(readFileSync(file, 'utf8')) : []), latest]))
    isGreen &&= failures.length === 0
  }
  return isGreen
})
