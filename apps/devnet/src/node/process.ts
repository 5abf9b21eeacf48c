import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Kills `child` when this process ends in any way, and removes its `folder`, if given. A child with its own process group takes the
 * group along. An `exit` handler does not run on a signal, so a guard shell waits on a pipe that closes with this process. Settles when
 * both processes have exited.
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
  const script =
    'read _; kill -s KILL -- "-$0" 2>/dev/null || kill -s KILL "$0" 2>/dev/null; [ -z "$1" ] || rm -rf "$1"'
  return spawn('/bin/sh', ['-c', script, String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // signals to our process group, such as Ctrl-C in a terminal or a SIGKILL, must not end it before us
    detached: true,
  })
}

/** A process that failed to start counts as exited; its starter reports why. */
function untilGone(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
}

/**
 * Sends a signal to a started child. For one that failed to start, Node would use the process id 0, which means the whole process
 * group.
 */
export function signalChild(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid !== undefined) child.kill(signal)
}
