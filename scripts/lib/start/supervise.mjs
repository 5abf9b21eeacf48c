import { isDeepStrictEqual } from 'node:util'
import { findFreePort } from '../../../apps/devnet/dist/index.js'
import { describePort, isPortFree } from './ports.mjs'

/**
 * Context of a part's `start`.
 *
 * @template {string} [Name=string]
 * @typedef {object} StartContext
 * @property {Record<Name, number>} ports
 * @property {AbortSignal} signal aborts when everything stops: for starts that take long
 */
/**
 * @typedef {object} Running
 * @property {() => Promise<unknown>} stop
 * @property {Promise<unknown>} [exited] settles when it has ended, by `stop` or on its own; with the name of the process, if it has several
 */
/**
 * @template Started
 * @template Value
 * @template {string} Name
 * @typedef {object} Definition
 * @property {string} name
 * @property {string} cure what users can do when it doesn't start
 * @property {Record<Name, number>} [ports] preferred ports by name; a part gets the same ones again when it is restarted
 * @property {boolean} [isMovable] takes free ports instead of busy ones
 * @property {readonly Part<unknown>[]} [needs] parts without which it can't start; it starts once they have
 * @property {readonly Part<unknown>[]} [uses] parts whose values it is configured with, if they run; other values restart it
 * @property {readonly Part<unknown>[]} [seeds] parts in whose memory it puts something when it starts: their restart restarts it
 * @property {boolean} [isSlow] starts beside the other parts; those that use it come after it
 * @property {string} [app] the app whose new build restarts it
 * @property {(context: StartContext<Name>) => Promise<Started & Running>} start
 * @property {(started: Started) => Value} share returns values for the configuration of other parts: plain data
 * @property {(value: Value) => string} show returns the text to print when it runs
 */
/**
 * A part that `npm start` runs.
 *
 * @template Value
 * @typedef {object} Part
 * @property {string} name
 * @property {Value | undefined} value set by its first start; kept while it is restarted
 * @property {Omit<Definition<any, any, any>, 'start' | 'share'>} definition
 * @property {(context: StartContext<any>) => Promise<{ running: Running, value: Value }>} launch
 */

/**
 * Defines a part.
 *
 * @template Started
 * @template Value
 * @template {string} [Name=never]
 * @param {Definition<Started, Value, Name>} definition
 * @returns {Part<Value>}
 */
export function part(definition) {
  const launch = async (/** @type {StartContext<Name>} */ context) => {
    const running = await definition.start(context)
    return { running, value: definition.share(running) }
  }
  return { name: definition.name, value: undefined, definition, launch }
}

/** Milliseconds until the first restart; each quick failure doubles them. */
const firstDelay = 500

/** Quick failures in a row until a part is only tried every minute. */
const maxFailures = 5

/** Milliseconds between the attempts after that, and those that a part has to run until its failures are forgotten. */
const slowDelay = 60_000

/** Milliseconds that a part may take to stop. */
const stopTimeout = 20_000

/**
 * @typedef {object} Clock
 * @property {() => number} now milliseconds
 * @property {(callback: () => void, delay: number) => () => void} schedule returns a function that cancels it
 */
/** @type {Clock} */
const systemClock = {
  now: () => performance.now(),
  schedule: (callback, delay) => {
    const timer = setTimeout(callback, delay)
    return () => clearTimeout(timer)
  },
}

/**
 * Runs parts until `stop`. A part that ends on its own, or that can't start, is tried again with growing delays; the others
 * run on.
 *
 * @param {object} options
 * @param {readonly Part<unknown>[]} options.parts each after those that it needs or uses
 * @param {Clock} [options.clock]
 * @param {Pick<Console, 'log' | 'error'>} [options.print]
 */
export function createSupervisor({ parts, clock = systemClock, print = console }) {
  const ending = new AbortController()
  const entries = new Map(parts.map((one) => [one, createEntry()]))
  const { signal } = ending

  /** @param {Part<unknown>} one */
  const toEntry = (one) => {
    const entry = entries.get(one)
    if (!entry) throw new Error(`${one.name} is no part of this run.`)
    return entry
  }

  /**
   * Runs a change of a part after the earlier ones have finished.
   *
   * @param {Part<unknown>} one
   * @param {() => Promise<void>} change
   */
  const inTurn = (one, change) => {
    const entry = toEntry(one)
    entry.turn = entry.turn.then(change).catch((error) => print.error(error))
    return entry.turn
  }

  /** @param {Part<unknown>} one */
  const takePorts = async (one) => {
    const { ports = {}, isMovable = false } = one.definition
    const entry = toEntry(one)
    /** @type {Record<string, number>} */
    const taken = {}
    for (const [name, preferred] of Object.entries(entry.ports ?? ports)) {
      taken[name] = preferred
      if (await isPortFree(preferred)) continue
      const { problem, cure } = await describePort(preferred)
      // others are configured with the ports of its first start
      if (!isMovable || entry.ports) throw new Error(`${problem} ${cure} Then this part starts on its own.`)
      taken[name] = await findFreePort()
      print.error(
        `${problem} ${one.name} uses ${taken[name]} instead.\n  ${cure} Then start again to use ${preferred}.`,
      )
    }
    return taken
  }

  /** @param {Part<unknown>} one */
  const start = async (one) => {
    const entry = toEntry(one)
    const { needs = [], show } = one.definition
    entry.isTried = true
    entry.cancelRetry()
    if (signal.aborted || entry.running || needs.some(({ value }) => value === undefined)) return
    const before = one.value
    try {
      const ports = await takePorts(one)
      const { running, value } = await one.launch({ ports, signal })
      Object.assign(entry, { running, ports, startedAt: clock.now(), problem: undefined })
      one.value = value
      void running.exited?.then((name) => inTurn(one, () => onExit(one, running, name)))
      print.log(before === undefined ? `${one.name} ready: ${show(value)}` : `${one.name} runs again.`)
    } catch (error) {
      if (!signal.aborted) onFailure(one, error)
      return
    }
    for (const other of parts) {
      const { needs: required = [], uses = [], seeds = [] } = other.definition
      // one that was not tried yet reads the new value when it is its turn
      if (!toEntry(other).isTried) continue
      const isChanged = [...required, ...uses].includes(one) && !isDeepStrictEqual(before, one.value)
      if (isChanged || (before !== undefined && seeds.includes(one))) void restart(other)
    }
  }

  /**
   * @param {Part<unknown>} one
   * @param {unknown} error
   */
  const onFailure = (one, error) => {
    const entry = toEntry(one)
    const problem = error instanceof Error ? error.message : String(error)
    entry.failures++
    // once, not with each attempt
    if (problem !== entry.problem) print.error(`${one.name} did not start: ${problem}\n  ${one.definition.cure}`)
    entry.problem = problem
    retry(one)
  }

  /**
   * @param {Part<unknown>} one
   * @param {Running} ended
   * @param {unknown} name of the process, if the part has several
   */
  const onExit = async (one, ended, name) => {
    const entry = toEntry(one)
    // stopped on purpose
    if (signal.aborted || entry.running !== ended) return
    entry.running = undefined
    if (clock.now() - entry.startedAt >= slowDelay) entry.failures = 0
    entry.failures++
    const subject = typeof name === 'string' ? `${one.name} (${name})` : one.name
    print.error(`${subject} has stopped unexpectedly.`)
    // stops its remaining processes
    await stopRunning(one, ended)
    retry(one)
  }

  /** @param {Part<unknown>} one */
  const retry = (one) => {
    const entry = toEntry(one)
    if (entry.failures === maxFailures)
      print.error(
        `${one.name} failed ${maxFailures} times in a row, and is now tried every minute.\n  ${one.definition.cure}`,
      )
    const delay = entry.failures >= maxFailures ? slowDelay : firstDelay * 2 ** (entry.failures - 1)
    entry.cancelRetry = clock.schedule(() => void inTurn(one, () => start(one)), delay)
  }

  /**
   * @param {Part<unknown>} one
   * @param {Running} running
   * @returns {Promise<boolean>} whether it stopped as it should
   */
  const stopRunning = async (one, running) => {
    /** @type {() => void} */
    let cancel = () => {}
    const late = new Promise((_, fail) => {
      const error = new Error(`it takes longer than ${stopTimeout / 1_000} seconds`)
      cancel = clock.schedule(() => fail(error), stopTimeout)
    })
    try {
      await Promise.race([running.stop(), late])
      return true
    } catch (error) {
      print.error(`${one.name} did not stop cleanly: ${error instanceof Error ? error.message : error}`)
      return false
    } finally {
      cancel()
    }
  }

  /** @param {Part<unknown>} one */
  const restart = (one) =>
    inTurn(one, async () => {
      const entry = toEntry(one)
      const { running } = entry
      entry.running = undefined
      if (running) await stopRunning(one, running)
      await start(one)
    })

  return {
    /** Starts all parts, each after those before it. Resolves when each runs or has failed once. */
    start: async () => {
      for (const one of parts) {
        const { needs = [], uses = [], isSlow = false } = one.definition
        await Promise.all([...needs, ...uses].flatMap((other) => entries.get(other)?.turn ?? []))
        const started = inTurn(one, () => start(one))
        if (!isSlow) await started
      }
      await Promise.all([...entries.values()].map(({ turn }) => turn))
    },

    /**
     * Restarts the parts of an app, with its newest build.
     *
     * @param {string} app
     */
    restart: async (app) => {
      for (const one of parts) if (one.definition.app === app) await restart(one)
    },

    /**
     * Stops all parts, each after those that need or use it.
     *
     * @returns {Promise<boolean>} whether none had failed, and all stopped as they should
     */
    stop: async () => {
      ending.abort()
      let isWhole = true
      /** @type {Map<Part<unknown>, Promise<void>>} */
      const stops = new Map()
      for (const one of parts.toReversed()) {
        const users = parts.filter(({ definition: { needs = [], uses = [] } }) => [...needs, ...uses].includes(one))
        const isAfter = Promise.all(users.flatMap((user) => stops.get(user) ?? []))
        const entry = toEntry(one)
        entry.cancelRetry()
        const end = isAfter
          .then(() => entry.turn)
          .then(async () => {
            const isStopped = entry.running ? await stopRunning(one, entry.running) : entry.failures === 0
            isWhole &&= isStopped
          })
        stops.set(one, end)
      }
      await Promise.all(stops.values())
      return isWhole
    },
  }
}

function createEntry() {
  return {
    /** @type {Running | undefined} */
    running: undefined,
    /** @type {Record<string, number> | undefined} */
    ports: undefined,
    startedAt: 0,
    /** Failures in a row. */
    failures: 0,
    /** @type {string | undefined} */
    problem: undefined,
    isTried: false,
    cancelRetry: () => {},
    turn: Promise.resolve(),
  }
}
