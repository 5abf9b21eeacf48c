import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { printHelp } from '@latchkey/server-kit/help'
import { verifyFrame } from './verifyFrame.js'

const usage = `Usage:

verify-frame <url> --key <public key>          compares what the site serves with a build that this key has signed
verify-frame <url> --manifest <manifest.json>  compares it with a build of your own
  --project <id>                               looks at the frame page of a project too`

try {
  if (!printHelp(usage)) await run()
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause)
  process.exitCode = 1
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, manifest: { type: 'string' }, project: { type: 'string' } },
  })
  const [url, ...more] = positionals
  if (url === undefined || more.length > 0 || (values.key ?? values.manifest) === undefined) throw new Error(usage)
  const manifest = values.manifest === undefined ? undefined : await readFile(values.manifest, 'utf8')
  console.log(JSON.stringify(await verifyFrame({ url, publicKey: values.key, manifest, projectId: values.project })))
}
