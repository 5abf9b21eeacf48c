import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type ClockFile = {
  /** Contains an offset in milliseconds that every process adds to the time. */
  readonly file: string
  /** The shared time, in milliseconds since the epoch. */
  readonly now: () => number
  /** Moves the shared time by some milliseconds; negative ones move it back. */
  readonly move: (ms: number) => Promise<void>
}

/** Creates a clock that several processes share and tests can move, so that timeouts need not be shortened. */
export async function createClockFile(options: { readonly file?: string | undefined } = {}): Promise<ClockFile> {
  const file = options.file ?? join(tmpdir(), `latchkey-clock-${randomBytes(8).toString('hex')}`, 'offset')
  const write = async (offset: number): Promise<void> => {
    // renamed into place: a reader finds the old or the new offset, never half of it
    const draft = `${file}.${randomBytes(4).toString('hex')}`
    await writeFile(draft, String(offset))
    await rename(draft, file)
  }
  await mkdir(dirname(file), { recursive: true })
  // an existing file is shared with its creator
  if (!existsSync(file)) await write(0)
  const read = (): number => Number(readFileSync(file, 'utf8'))
  return {
    file,
    now: () => Date.now() + read(),
    move: (ms) => alone(`${file}.lock`, () => write(read() + ms)),
  }
}

/** Several processes may move the clock concurrently; no move is lost. */
async function alone(lock: string, act: () => Promise<void>): Promise<void> {
  for (let waited = 0; ; waited += 10) {
    try {
      await mkdir(lock)
      break
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST' || waited > 5_000) throw cause
      await sleep(10)
    }
  }
  try {
    await act()
  } finally {
    await rmdir(lock)
  }
}
