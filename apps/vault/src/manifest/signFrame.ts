import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { printHelp } from '@latchkey/server-kit/help'
import { frameFolder } from '../site/page/frameFiles.js'
import { createSigningKey, signManifest } from './manifest.js'

const usage = `Usage:

signFrame --create <key.pem>   makes a key to sign builds with; keep it where no site runs
signFrame <key.pem>            signs the build of the frame page, which has to be there`

try {
  if (!printHelp(usage)) await run(process.argv.slice(2))
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause)
  process.exitCode = 1
}

async function run([first, second]: readonly string[]): Promise<void> {
  if (first === '--create' && second !== undefined) {
    const { pem, publicKey } = createSigningKey()
    await writeFile(second, pem, { mode: 0o600, flag: 'wx' })
    console.log(JSON.stringify({ publicKey }))
  } else if (first !== undefined && second === undefined && !first.startsWith('--')) {
    const folder = frameFolder()
    const text = await readFile(join(folder, 'manifest.json'), 'utf8')
    const { signature, publicKey } = signManifest(text, await readFile(first, 'utf8'))
    await writeFile(join(folder, 'manifest.sig'), `${signature}\n`)
    console.log(JSON.stringify({ signature, publicKey }))
  } else throw new Error(usage)
}
