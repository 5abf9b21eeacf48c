import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The 32 bytes of the file, or undefined where there is none. Throws where others may read it, or it holds something else. */
export async function readKek(file: string): Promise<Buffer | undefined> {
  const found = await stat(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined
    throw cause
  })
  if (!found) return undefined
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new Error(`Others may read the key-encryption key: chmod 600 ${file}`)
  const text = (await readFile(file, 'utf8')).trim()
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new Error(`${file} is no key-encryption key: 64 hex digits are.`)
  return Buffer.from(text, 'hex')
}

/** Makes the file with a new key, whole and on disk, unless there is one by now; gives the key that it holds. */
export async function createKek(file: string): Promise<Buffer> {
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${randomBytes(32).toString('hex')}\n`)
    await handle.sync()
    await link(draft, file).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EEXIST') throw cause // another process was faster
    })
  } finally {
    await handle.close()
    await rm(draft, { force: true })
  }
  await syncFolder(dirname(file))
  const kek = await readKek(file)
  if (!kek) throw new Error(`${file} is gone again.`)
  return kek
}

/** The name of the file too is on disk. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
