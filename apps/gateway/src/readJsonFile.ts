import { readFile } from 'node:fs/promises'

/** The JSON of a file. Throws an error that names the file. */
export async function readJsonFile(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new Error(`${file} cannot be read as JSON.`, { cause })
  }
}
