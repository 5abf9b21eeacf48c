import { text } from 'node:stream/consumers'
import { readEnvironment } from './readEnvironment.js'
import { runCommand } from './runCommand.js'
import { startCustody } from './startCustody.js'

/** A report that contains its own result. */
function isFailure(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false
}

const words = process.argv.slice(2)
try {
  if (words.length > 0) {
    const readInput = (): Promise<string> => text(process.stdin)
    const result = await runCommand(words, { environment: process.env, readInput, say: console.error })
    console.log(JSON.stringify(result))
    if (isFailure(result)) process.exitCode = 1
  } else {
    const custody = await startCustody(await readEnvironment(process.env))
    const { address, operatorAddress } = custody
    console.log(JSON.stringify({ ready: true, address, operatorAddress }))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void custody.stop())
  }
} catch (cause) {
  // one sentence for the operator; a stack adds nothing
  console.error(cause instanceof Error ? cause.message : cause)
  process.exitCode = 1
}
