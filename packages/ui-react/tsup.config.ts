import { readFile, writeFile } from 'node:fs/promises'
import { perFile } from '../../tsup.preset.ts'

const index = 'dist/exports/index.js'

/**
 * Writes the entry of Server Components, which see it by the export condition `react-server`: the index as a client module.
 * Bundlers without Server Components never meet the directive, about which some of them warn.
 */
async function writeClientEntry(): Promise<void> {
  await writeFile(index.replace('index', 'client'), `'use client'\n${await readFile(index, 'utf8')}`)
}

const config: ReturnType<typeof perFile> = perFile(['index', 'standalone'], writeClientEntry)
export default config
