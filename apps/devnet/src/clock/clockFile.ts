import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type ClockFile = {
  /** Its content is an offset in milliseconds, which every part of one world adds to the time. */
  readonly file: string
  /** Milliseconds since the epoch, as all parts see them. */
  readonly now: () => number
  /** Moves the time of all parts by so many milliseconds; back with less than 0. */
  readonly move: (ms: number) => Promise<void>
}

/** One clock for parts in several processes, which tests move: no limit has to be shortened to be reached. */
export async function createClockFile(options: { readonly file?: string | undefined } = {}): Promise<ClockFile> {
  const file = options.file ?? join(tmpdir(), `latchkey-clock-${randomBytes(8).toString('hex')}`, 'offset')
  const write = async (offset: number): Promise<void> => {
    // renamed into place: a reader finds the old offset or the new one, never half of it
    const draft = `${file}.${randomBytes(4).toString('hex')}`
    await writeFile(draft, String(offset))
    await rename(draft, file)
  }
  await mkdir(dirname(file), { recursive: true })
  // one that is there is shared with who made it
  if (!existsSync(file)) await write(0)
  const read = (): number => Number(readFileSync(file, 'utf8'))
  return {
    file,
    now: () => Date.now() + read(),
    move: (ms) => alone(`${file}.lock`, () => write(read() + ms)),
  }
}

/** Several processes may move the clock at once: none takes another's move back. */
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
