import type { ChildProcess } from 'node:child_process'

/**
 * Sends a signal to a child that was started. One that could not be has the process id 0 for Node, which to the system
 * means the whole group of this process.
 */
export function signalChild(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid !== undefined) child.kill(signal)
}
