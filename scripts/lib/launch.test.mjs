import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findFreePort } from '../../apps/devnet/dist/index.js'
import { root } from './root.mjs'
import { defaultPorts } from './start/parts.mjs'
import { isPortFree } from './start/ports.mjs'

const isLong = process.env.LATCHKEY_LONG !== undefined

/** The parts of the short form: external programs of each kind, what depends on a chain, and a page. */
const few = ['Chain 31337', ...(process.env.BITCOIND_PATH ? ['Bitcoin'] : []), 'Bundler', 'PostgreSQL', 'Demo']

let folder = ''
/** @type {import('node:child_process').ChildProcess | undefined} */
let launcher
let output = ''
/** @type {typeof defaultPorts} */
let ports

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-launch-'))
  output = ''
  /** @type {Set<number>} */
  const free = new Set()
  // the second chain has the port after the first
  while (free.size < Object.keys(defaultPorts).length) {
    const port = await findFreePort()
    if (![port - 1, port + 1].some((near) => free.has(near))) free.add(port)
  }
  const values = [...free]
  ports = /** @type {typeof defaultPorts} */ (
    Object.fromEntries(Object.keys(defaultPorts).map((name, index) => [name, values[index]]))
  )
})
afterEach(async () => {
  launcher?.kill('SIGKILL')
  await expect.poll(() => listTree(launcher?.pid)).toEqual([])
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

/**
 * Starts parts as `npm start` does, in a process of its own.
 *
 * @param {readonly string[] | undefined} names default: all
 */
async function start(names) {
  const code = `
    import { launch } from '${new URL('launch.mjs', import.meta.url).href}'
    import { startDemo } from '${new URL('../../apps/demo/dist/server/index.js', import.meta.url).href}'
    const { ports, folder, names } = JSON.parse(process.argv[1])
    const onReady = () => console.log('everything has started')
    process.exitCode = (await launch({ startDemo, ports, folder, names, onReady })) ? 0 : 1
  `
  const options = JSON.stringify({ ports, folder: join(folder, 'cache'), names })
  // its own process group, as in a terminal
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  launcher = child
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
    })
  await expect.poll(() => output, { timeout: 120_000 }).toContain('everything has started')
  expect(output).not.toContain('did not start')
  const tree = listTree(child.pid)
  expect(tree.length).toBeGreaterThan(0)
  return { child, tree, exited: once(child, 'exit') }
}

test('restarts killed parts and their dependents on the same ports, and stops everything on SIGTERM', async () => {
  const { child, exited } = await start(isLong ? undefined : few)
  const programs = listPrograms()
  expect(programs.map(({ command }) => command)).toEqual(
    expect.arrayContaining([expect.stringContaining('anvil'), expect.stringContaining('postgres')]),
  )
  const before = await look()
  expect(before.filter((answer) => answer === 'no answer' || answer === 404 || answer === 503)).toEqual([])
  for (const { pid, command } of programs) {
    const runs = count('runs again')
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => listPrograms().some((one) => one.pid === pid), { timeout: 30_000 }).toBe(false)
    await expect.poll(() => count('runs again'), { timeout: 60_000, message: command }).toBeGreaterThan(runs)
    await expect.poll(look, { timeout: 60_000, message: `after the end of ${command}` }).toEqual(before)
  }
  expect(listPrograms()).toHaveLength(programs.length)
  const tree = listTree(child.pid)
  child.kill('SIGTERM')
  expect(await exited, output).toEqual([0, null])
  expect([tree.filter(isAlive), await listBusyPorts()]).toEqual([[], []])
})

test.runIf(isLong).each(/** @type {const} */ (['SIGINT', 'SIGHUP']))(
  'stops all parts cleanly on %s',
  async (signal) => {
    const { child, tree, exited } = await start(undefined)
    child.kill(signal)
    expect(await exited).toEqual([0, null])
    expect([tree.filter(isAlive), await listBusyPorts()]).toEqual([[], []])
  },
)

// the short form runs the harder case, which also kills the process that watches the launcher
test.each([...(isLong ? [['the launcher', '']] : []), ['its process group', '-']])(
  'leaves no process running and no port in use when %s is killed',
  async (_, sign) => {
    const { child, tree, exited } = await start(isLong ? undefined : few)
    process.kill(Number(`${sign}${child.pid}`), 'SIGKILL')
    await exited
    await expect.poll(() => tree.filter(isAlive)).toEqual([])
    await expect.poll(listBusyPorts).toEqual([])
  },
)

/** Returns the response of each service to a request that a page would send. */
async function look() {
  /** @param {number} port @param {string} method */
  const call = async (port, method, path = '') => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })
    const answer = /** @type {{ result: unknown }} */ (await response.json())
    return answer.result
  }
  /** @param {string} url */
  const read = async (url) => (await fetch(url)).status
  /** @param {() => Promise<unknown>} ask */
  const answer = async (ask) => {
    try {
      return await ask()
    } catch {
      // compared with the answer before
      return 'no answer'
    }
  }
  const all = [
    () => call(ports.firstChain, 'eth_chainId'),
    // the bundler's contracts are on the chain, which lost them when it was killed
    () => call(ports.bundler, 'eth_supportedEntryPoints', '/31337'),
    () => canConnect(ports.postgres),
    () => read(`http://localhost:${ports.demo}/config.json`),
    ...(few.includes('Bitcoin') ? [() => read(`http://127.0.0.1:${ports.esplora}/blocks/tip/height`)] : []),
    ...(isLong
      ? [
          () => read(`http://127.0.0.1:${ports.docs}/`),
          () => read(`http://127.0.0.1:${ports.gateway}/ready`),
          () => read(`http://127.0.0.1:${ports.vault}/ready`),
          () => read(`http://127.0.0.1:${ports.onramp}/health`),
        ]
      : []),
  ]
  return Promise.all(all.map(answer))
}

/** @param {number} port */
async function canConnect(port) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
  return true
}

async function listBusyPorts() {
  const states = await Promise.all(Object.values(ports).map(async (port) => ({ port, isFree: await isPortFree(port) })))
  return states.filter(({ isFree }) => !isFree).map(({ port }) => port)
}

/** @param {string} text */
function count(text) {
  return output.split(text).length - 1
}

/** The programs that the launcher has started, without the shells that guard them. */
function listPrograms() {
  return listProcesses().filter(({ parent, command }) => parent === launcher?.pid && !command.startsWith('/bin/sh -c'))
}

/**
 * @param {number | undefined} pid
 * @returns {number[]} its descendants
 */
function listTree(pid) {
  const all = listProcesses()
  /** @type {number[]} */
  const tree = pid === undefined ? [] : [pid]
  for (const one of tree) tree.push(...all.filter(({ parent }) => parent === one).map((child) => child.pid))
  return tree.slice(1)
}

/** @param {number} pid */
function isAlive(pid) {
  return listProcesses().some((one) => one.pid === pid)
}

function listProcesses() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [, state, parent] = /\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        return state === 'Z' ? [] : [{ pid: Number(pid), parent: Number(parent), command }]
      } catch {
        // exited meanwhile
        return []
      }
    })
}
