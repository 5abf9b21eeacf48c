import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** Milliseconds between two checks. */
const interval = 500

/**
 * Sends this process a SIGTERM once its parent has ended, so that it stops what it started. Nothing else would, after a
 * SIGKILL or if the parent doesn't forward a signal. npm runs scripts in a shell, which outlives npm.
 */
export function stopWithParent() {
  const parent = process.ppid
  const { name, parent: above } = readProcess(parent)
  const isBetween = process.env.npm_lifecycle_event !== undefined && /^(ba|da|z|k)?sh$/.test(name)
  const npm = isBetween ? above : undefined
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || readProcess(parent).parent === npm)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, interval)
  timer.unref()
}

/**
 * @param {number} pid
 * @returns {{ name: string, parent: number | undefined }} without a parent, if it has ended
 */
function readProcess(pid) {
  try {
    return process.platform === 'linux' ? readStat(pid) : readPs(pid)
  } catch {
    return { name: '', parent: undefined }
  }
}

/** @param {number} pid */
function readStat(pid) {
  // pid (name) state parent …: the name may hold spaces
  const [, name = '', parent] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  return { name, parent: Number(parent) }
}

/** @param {number} pid */
function readPs(pid) {
  const args = ['-o', 'ppid=,comm=', '-p', String(pid)]
  const [parent, path = ''] = execFileSync('ps', args, { encoding: 'utf8' }).trim().split(/\s+/)
  return { name: basename(path), parent: Number(parent) }
}
