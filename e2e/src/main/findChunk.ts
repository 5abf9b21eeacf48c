import { readdir, readFile } from 'node:fs/promises'

const assets = new URL('../../../apps/demo/dist/site/assets/', import.meta.url)

/** A pattern for the URL of one script of the built demo: the one of that name whose code has a text. */
export async function findChunk(name: string, text: string): Promise<RegExp> {
  const files = (await readdir(assets)).filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, assets), 'utf8')))
  const found = files.filter((_, index) => texts[index]?.includes(text))
  if (found.length !== 1) throw new Error(`${found.length} scripts named ${name} have the text "${text}".`)
  return new RegExp(`/${found[0]?.replaceAll('.', '\\.')}`)
}
