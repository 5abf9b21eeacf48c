import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { assertKept, type KekBackend } from './kekBackend.js'

/** Stores the key in a file that only this account can read. */
export function openKekFile(file: string): KekBackend {
  return {
    place: file,
    pollInterval: 1_000,
    read: () => readKeks(file),
    readVersion: async () => {
      const { mtimeMs, ino, size } = await stat(file)
      return `${mtimeMs} ${ino} ${size}`
    },
    create: (kek) => createKekFile(file, kek),
    replace: (keks) => replaceKeks(file, keks),
  }
}

/**
 * Reads the keys of a file, 32 bytes each, oldest first: one, or two during a rotation. Undefined if there is no file. Throws if others may
 * read it, or it is malformed.
 */
export async function readKeks(file: string): Promise<readonly Buffer[] | undefined> {
  const found = await stat(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined
    throw cause
  })
  if (!found) return undefined
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new Error(`Other users can read the key-encryption key: run chmod 600 ${file}`)
  const lines = (await readFile(file, 'utf8')).trim().split(/\s+/)
  if (!lines.every((line) => /^[0-9a-f]{64}$/i.test(line)))
    throw new Error(`${file} does not contain a key-encryption key of 64 hex digits.`)
  return lines.map((line) => Buffer.from(line, 'hex'))
}

/** Creates the file atomically and durably, unless it exists by now. Returns the keys that it holds. */
async function createKekFile(file: string, kek: Uint8Array): Promise<readonly Buffer[]> {
  const draft = await writeDraft(file, [kek])
  try {
    await link(draft, file).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EEXIST') throw cause // another process was faster
    })
  } finally {
    await rm(draft, { force: true })
  }
  return readBack(file)
}

/** Replaces the keys in the file, atomically and durably. */
async function replaceKeks(file: string, keks: readonly Uint8Array[]): Promise<void> {
  await rename(await writeDraft(file, keks), file)
  await assertKept({ place: file, read: () => readBack(file) }, keks)
}

async function writeDraft(file: string, keks: readonly Uint8Array[]): Promise<string> {
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(keks.map((kek) => `${Buffer.from(kek).toString('hex')}\n`).join(''))
    await handle.sync()
  } finally {
    await handle.close()
  }
  return draft
}

async function readBack(file: string): Promise<readonly Buffer[]> {
  await syncFolder(dirname(file))
  const keks = await readKeks(file)
  if (!keks) throw new Error(`${file} is gone again.`)
  return keks
}

/** The file's name is durable too. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
