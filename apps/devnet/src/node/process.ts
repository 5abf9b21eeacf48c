import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Ends `child` when this process goes away, however it goes, and removes the `folder` that it worked in, if one is
 * named. An `exit` handler does not run when we are ended by a signal, so a shell waits on a pipe whose other end closes
 * with us. The result settles when both processes are gone.
 */
export async function endWithParent(child: ChildProcess, folder = ''): Promise<void> {
  const kill = (): void => signalChild(child, 'SIGKILL')
  process.once('exit', kill)
  const gone = untilGone(child)
  const guard = child.pid && process.platform !== 'win32' ? spawnGuard(child.pid, folder) : undefined
  await gone
  process.removeListener('exit', kill)
  if (!guard) return
  const guardGone = untilGone(guard)
  signalChild(guard, 'SIGKILL')
  await guardGone
}

function spawnGuard(pid: number, folder: string): ChildProcess {
  // Ctrl-C in a terminal goes to it as well, and must not end it before us
  const script = 'trap "" INT TERM HUP; read _; kill -9 "$0" 2>/dev/null; [ -z "$1" ] || rm -rf "$1"'
  return spawn('/bin/sh', ['-c', script, String(pid), folder], { stdio: ['pipe', 'ignore', 'ignore'] })
}

/** A process that could not be started is gone too; its starter reports why. */
function untilGone(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
}

/**
 * Sends a signal to a child that was started. One that could not be has the process id 0 for Node, which to the system
 * means the whole group of this process.
 */
export function signalChild(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid !== undefined) child.kill(signal)
}
