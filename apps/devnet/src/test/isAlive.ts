import { runningProcesses } from './runningProcesses.js'

/** Whether the process runs; one that ended and is not yet collected by its parent does not. */
export function isAlive(pid: number): boolean {
  return runningProcesses().some((other) => other.pid === pid)
}
