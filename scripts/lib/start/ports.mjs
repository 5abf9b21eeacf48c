import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { promisify } from 'node:util'

/**
 * @typedef {object} PortOwner
 * @property {number} pid
 * @property {string} command its command line, shortened
 */

/** Longest command line to print. */
const maxCommand = 120

/**
 * Returns whether a server can listen on this port, on IPv4 and, where the machine has it, on IPv6.
 *
 * @param {number} port
 */
export async function isPortFree(port) {
  for (const host of ['127.0.0.1', '::1']) {
    const code = await new Promise((done) => {
      const probe = createServer()
      probe.once('error', (error) => done('code' in error ? error.code : 'unknown'))
      probe.listen({ port, host }, () => probe.close(() => done(undefined)))
    })
    // on a machine without IPv6, nothing listens there either
    if (code !== undefined && code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT') return false
  }
  return true
}

/**
 * Finds the program that listens on a port: in /proc, else with `lsof` or `ss`.
 *
 * @param {number} port
 * @returns {Promise<PortOwner | undefined>} undefined if it belongs to another user, or if the system can't tell
 */
export async function findPortOwner(port) {
  const pid = (await findInProc(port)) ?? (await askTools(port))
  return pid === undefined ? undefined : { pid, command: await readCommand(pid) }
}

/**
 * Describes which program uses a port, and how to free it.
 *
 * @param {number} port
 * @returns {Promise<{ problem: string, cure: string }>}
 */
export async function describePort(port) {
  const owner = await findPortOwner(port)
  if (!owner)
    return {
      problem: `Port ${port} is in use by a program of another user.`,
      cure: `Find it with "sudo lsof -i :${port}" and stop it.`,
    }
  return {
    problem: `Port ${port} is in use by "${owner.command}" (process ${owner.pid}).`,
    cure: `Stop it with "kill ${owner.pid}".`,
  }
}

/** @param {number} port */
async function findInProc(port) {
  const inodes = new Set()
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const table = await readFile(file, 'utf8').catch(() => '') // other systems have none
    for (const line of table.split('\n').slice(1)) {
      // sl local_address rem_address st tx:rx tr:when retrnsmt uid timeout inode; state 0A is listening
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/)
      if (state === '0A' && Number.parseInt(local.split(':')[1] ?? '', 16) === port) inodes.add(`socket:[${inode}]`)
    }
  }
  if (inodes.size === 0) return undefined
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  // a server's children may have inherited its socket: the oldest process is the one to stop
  for (const pid of pids.toSorted((one, other) => one - other)) {
    const folder = `/proc/${pid}/fd`
    const files = await readdir(folder).catch(() => []) // of another user, or gone
    for (const file of files) if (inodes.has(await readlink(`${folder}/${file}`).catch(() => ''))) return pid
  }
  return undefined
}

/** @param {number} port */
async function askTools(port) {
  const tools = /** @type {const} */ ([
    ['lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-t'], /^(\d+)/],
    ['ss', ['-Hltnp', `sport = :${port}`], /pid=(\d+)/],
  ])
  for (const [tool, args, pattern] of tools) {
    const pid = pattern.exec(await runTool(tool, args))?.[1]
    if (pid !== undefined) return Number(pid)
  }
  return undefined
}

/** @param {number} pid */
async function readCommand(pid) {
  const own = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ').trim()
  const command = own || (await runTool('ps', ['-o', 'command=', '-p', String(pid)])).trim() || 'unknown program'
  return command.length > maxCommand ? `${command.slice(0, maxCommand)}…` : command
}

/**
 * @param {string} tool
 * @param {readonly string[]} args
 * @returns {Promise<string>} what it prints; empty if it is missing, finds nothing or takes too long
 */
async function runTool(tool, args) {
  try {
    return (await promisify(execFile)(tool, [...args], { timeout: 5_000 })).stdout
  } catch {
    // the owner is a detail of a message that is printed without it, too
    return ''
  }
}
