import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createSupervisor, part } from './supervise.mjs'

/** @typedef {import('./supervise.mjs').Part<any>} AnyPart */

/** @type {(() => Promise<unknown>)[]} */
const cleanups = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** A manual clock, and the printed lines. */
function createWorld() {
  let time = 0
  /** @type {{ at: number, callback: () => void }[]} */
  let timers = []
  /** @type {string[]} */
  const lines = []
  const print = {
    log: (/** @type {string} */ line) => lines.push(line),
    error: (/** @type {string} */ line) => lines.push(line),
  }
  return {
    lines,
    print,
    clock: {
      now: () => time,
      /** @type {import('./supervise.mjs').Clock['schedule']} */
      schedule: (callback, delay) => {
        const timer = { at: time + delay, callback }
        timers.push(timer)
        return () => {
          timers = timers.filter((one) => one !== timer)
        }
      },
    },
    /** @returns {number[]} milliseconds until each timer */
    waits: () => timers.map(({ at }) => at - time),
    /** @param {number} milliseconds */
    advance: (milliseconds) => {
      time += milliseconds
      const due = timers.filter(({ at }) => at <= time)
      timers = timers.filter(({ at }) => at > time)
      for (const { callback } of due) callback()
    },
  }
}

/**
 * A part that is a real process.
 *
 * @param {Partial<import('./supervise.mjs').Definition<any, any, any>> & { name: string }} options
 */
function processPart(options) {
  /** @type {number[]} */
  const pids = []
  const definition = {
    cure: `Cure of ${options.name}.`,
    start: async () => {
      const child = spawn('/bin/sleep', ['600'])
      const exited = once(child, 'exit')
      await once(child, 'spawn')
      pids.push(child.pid ?? 0)
      cleanups.push(async () => child.kill('SIGKILL'))
      return {
        exited,
        stop: async () => {
          child.kill()
          await exited
        },
      }
    },
    share: () => options.name,
    show: String,
    ...options,
  }
  return { ...part(definition), pids, kill: () => process.kill(pids.at(-1) ?? 0, 'SIGKILL') }
}

/**
 * @param {readonly AnyPart[]} parts
 */
async function supervise(parts) {
  const world = createWorld()
  const supervisor = createSupervisor({ ...world, parts })
  cleanups.push(supervisor.stop)
  await supervisor.start()
  return { ...world, supervisor }
}

test('restarts a part that dies with growing delays, up to a minute, and the others keep running', async () => {
  const [frail, other] = [processPart({ name: 'Frail' }), processPart({ name: 'Other', uses: [] })]
  const { lines, waits, advance } = await supervise([frail, other])
  expect(lines.splice(0)).toEqual(['Frail ready: Frail', 'Other ready: Other'])

  for (const delay of [500, 1_000, 2_000, 4_000]) {
    frail.kill()
    await expect.poll(waits).toEqual([delay])
    expect(lines.splice(0)).toEqual(['Frail has stopped unexpectedly.'])
    advance(delay)
    await expect.poll(() => lines.splice(0)).toEqual(['Frail runs again.'])
  }
  frail.kill()
  await expect.poll(waits).toEqual([60_000])
  const report = 'Frail failed 5 times in a row, and is now tried every minute.\n  Cure of Frail.'
  expect(lines.splice(0)).toEqual(['Frail has stopped unexpectedly.', report])
  advance(59_999)
  expect(waits()).toEqual([1])
  advance(1)
  await expect.poll(() => lines.splice(0)).toEqual(['Frail runs again.'])

  // after a minute without failure, the delays start over
  advance(60_000)
  frail.kill()
  await expect.poll(waits).toEqual([500])
  expect([frail.pids.length, other.pids.length]).toEqual([6, 1])
})

test('restarts dependents if a part comes back with other values or without the data they put into it', async () => {
  let url = 'first'
  const chain = processPart({ name: 'Chain', share: () => url })
  const seeder = processPart({ name: 'Seeder', seeds: [chain] })
  const reader = processPart({ name: 'Reader', uses: [chain] })
  const { lines, waits, advance, supervisor } = await supervise([chain, seeder, reader])
  const die = async () => {
    chain.kill()
    await expect.poll(waits).toEqual([expect.any(Number)])
    advance(waits()[0] ?? 0)
  }
  await die()
  await expect.poll(() => seeder.pids.length).toBe(2)
  expect([reader.pids.length, chain.value]).toEqual([1, 'first'])

  url = 'second'
  await die()
  await expect.poll(() => [seeder.pids.length, reader.pids.length]).toEqual([3, 2])
  expect(chain.value).toBe('second')
  expect(await supervisor.stop()).toBe(true)
  expect(lines.filter((line) => line.includes('unexpectedly'))).toHaveLength(2)
})

test('a part waits for the parts that it needs, and a failed start is reported once', async () => {
  let isBroken = true
  const base = processPart({ name: 'Base' })
  const healthy = base.launch
  base.launch = async (context) => (isBroken ? Promise.reject(new Error('no disk')) : healthy(context))
  const upper = processPart({ name: 'Upper', needs: [base] })
  const { lines, waits, advance, supervisor } = await supervise([base, upper])
  expect(lines.splice(0)).toEqual(['Base did not start: no disk\n  Cure of Base.'])
  advance(500)
  await expect.poll(waits).toEqual([1_000])
  expect(lines).toEqual([])
  isBroken = false
  advance(1_000)
  await expect.poll(() => lines.toSorted()).toEqual(['Base ready: Base', 'Upper ready: Upper'])
  expect(await supervisor.stop()).toBe(true)
})

test('reports a busy port with its owner, and starts the part once the port is free', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const address = holder.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const options = { ports: { main: port }, share: (/** @type {{ port: number }} */ { port: own }) => own }
  /** @param {string} name @param {boolean} isMovable */
  const serve = (name, isMovable) =>
    processPart({
      ...options,
      name,
      isMovable,
      start: async ({ ports }) => {
        const server = createServer().listen(ports.main, '127.0.0.1')
        await once(server, 'listening')
        return { port: ports.main, stop: async () => server.close() }
      },
    })
  const [fixed, movable] = [serve('Fixed', false), serve('Movable', true)]
  const { lines, advance, supervisor } = await supervise([movable, fixed])
  const owner = `Port ${port} is in use by "`
  const cure = `(process ${process.pid}). Stop it with "kill ${process.pid}".`
  expect(lines[0]).toContain(owner)
  expect(lines[0]).toMatch(/Movable uses \d+ instead\.\n {2}Stop it with "kill \d+"\. Then start again to use \d+\.$/)
  expect(lines[2]).toContain(`Fixed did not start: ${owner}`)
  expect(lines[2]).toContain(`${cure} Then this part starts on its own.`)
  expect(movable.value).not.toBe(port)

  const moved = movable.value
  holder.close()
  await once(holder, 'close')
  advance(500)
  await expect.poll(() => fixed.value).toBe(port)
  // others are configured with the port that it got first
  movable.definition.app = 'moved'
  await supervisor.restart('moved')
  expect(movable.value).toBe(moved)
})

test('stops parts after those that use them, and reports one that does not stop', async () => {
  /** @type {string[]} */
  const stops = []
  /** @param {string} name @param {readonly AnyPart[]} uses */
  const note = (name, uses) =>
    processPart({ name, uses, start: async () => ({ stop: async () => void stops.push(name) }) })
  const base = note('Base', [])
  const middle = note('Middle', [base])
  const stuck = processPart({ name: 'Stuck', start: async () => ({ stop: () => new Promise(() => {}) }) })
  const { lines, waits, advance, supervisor } = await supervise([base, middle, note('Top', [middle]), stuck])
  const stopped = supervisor.stop()
  await expect.poll(waits).toEqual([20_000])
  expect(stops).toEqual(['Top', 'Middle', 'Base'])
  advance(20_000)
  expect(await stopped).toBe(false)
  expect(lines.at(-1)).toBe('Stuck did not stop cleanly: it takes longer than 20 seconds')
  // the cleanup would wait for the stuck part again
  cleanups.splice(0)
})
