import { spawn } from 'node:child_process'
import { loadavg } from 'node:os'
import { formatMarkdownTable } from './formatMarkdownTable.mjs'
import { formatSeconds } from './formatSeconds.mjs'

/**
 * @typedef {object} FlakeRun a complete run of the tests on a busy machine
 * @property {string} date in UTC, to the minute
 * @property {string} commit
 * @property {string} duration
 * @property {string} load mean load average
 * @property {readonly string[]} failures names of the tests; empty if all went well
 */

const head = ['Date (UTC)', 'Commit', 'Duration', 'Load', 'Failures']
const none = 'none'

/**
 * Reads the runs of a page that {@link formatFlakes} wrote.
 *
 * @param {string} page
 * @returns {FlakeRun[]} oldest first
 */
export function parseFlakes(page) {
  return page
    .split('\n')
    .filter((line) => /^\| \d{4}-/.test(line))
    .map((line) => {
      const [date = '', commit = '', duration = '', load = '', failures = ''] = line
        .slice(2, -2)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'))
      return { date, commit, duration, load, failures: failures === none ? [] : failures.split('<br>') }
    })
}

/** @param {readonly FlakeRun[]} runs oldest first */
export function formatFlakes(runs) {
  const lastFailure = runs.findLastIndex(({ failures }) => failures.length > 0)
  const green = runs.length - 1 - lastFailure
  const rows = runs.map(({ failures, ...run }) =>
    [run.date, run.commit, run.duration, run.load, failures.join('<br>') || none].map((cell) =>
      cell.replaceAll('|', String.raw`\|`),
    ),
  )
  return `# Flaky tests

Complete runs of all tests on a busy machine, written by \`npm run flakes\`. Load is the mean load average; other processes keep the
processors busy.

**The last ${green} of ${runs.length} runs in a row were green.**

${formatMarkdownTable([head, ...rows], [2, 3])}
`
}

/**
 * Describes a run that has just ended.
 *
 * @param {{ readonly start: Date, readonly milliseconds: number, readonly commit: string, readonly loads: readonly number[], readonly failures: readonly string[] }} run
 * @returns {FlakeRun}
 */
export function toFlakeRun({ start, milliseconds, commit, loads, failures }) {
  const sum = loads.reduce((total, load) => total + load, 0)
  return {
    date: start.toISOString().slice(0, 16).replace('T', ' '),
    commit,
    duration: formatSeconds(milliseconds),
    load: (sum / loads.length).toFixed(1),
    failures,
  }
}

/** The load average that is aimed at. */
const aim = { low: 4, high: 5 }

/** Milliseconds between two looks at the load average, which follows slowly. */
const interval = 10_000

/** Maximum busy processes. */
const maxCount = 4

/**
 * Keeps the machine busy with as many loops as the load average needs, until it is stopped.
 *
 * @returns {{ readonly loads: readonly number[], readonly stop: () => void }} `loads`: the load averages so far, at least one
 */
export function startLoad() {
  /** @type {import('node:child_process').ChildProcess[]} */
  const loops = []
  /** @type {number[]} */
  const loads = []
  const look = () => {
    const [load = 0] = loadavg()
    loads.push(load)
    if (load < aim.low && loops.length < maxCount)
      loops.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
    else if (load > aim.high) loops.pop()?.kill('SIGKILL')
  }
  const end = () => {
    for (const loop of loops.splice(0)) loop.kill('SIGKILL')
  }
  look()
  const timer = setInterval(look, interval)
  process.on('exit', end)
  return {
    loads,
    stop: () => {
      clearInterval(timer)
      process.off('exit', end)
      end()
    },
  }
}
