import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Ends `child` when this process goes away, however it goes. An `exit` handler does not run when we are ended by a
 * signal, so a shell waits on a pipe whose other end closes with us. The result settles when both are gone.
 */
export async function endWithParent(child: ChildProcess): Promise<void> {
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const gone = untilGone(child)
  const guard = child.pid && process.platform !== 'win32' ? spawnGuard(child.pid) : undefined
  await gone
  process.removeListener('exit', kill)
  if (!guard) return
  const guardGone = untilGone(guard)
  guard.kill('SIGKILL')
  await guardGone
}

function spawnGuard(pid: number): ChildProcess {
  const script = 'read _; kill -9 "$0" 2>/dev/null'
  return spawn('/bin/sh', ['-c', script, String(pid)], { stdio: ['pipe', 'ignore', 'ignore'] })
}

/** A process that could not be started is gone too; its starter reports why. */
function untilGone(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
}
