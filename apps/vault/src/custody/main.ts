import { text } from 'node:stream/consumers'
import { readEnvironment } from './readEnvironment.js'
import { runCommand } from './runCommand.js'
import { startCustody } from './startCustody.js'

const words = process.argv.slice(2)
try {
  if (words.length > 0) {
    const readInput = (): Promise<string> => text(process.stdin)
    console.log(JSON.stringify(await runCommand(words, { environment: process.env, readInput })))
  } else {
    const custody = await startCustody(await readEnvironment(process.env))
    console.log(JSON.stringify({ ready: true, address: custody.address }))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void custody.stop())
  }
} catch (cause) {
  // one sentence for who started it; a stack says nothing more
  console.error(cause instanceof Error ? cause.message : cause)
  process.exitCode = 1
}
