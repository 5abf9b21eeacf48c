/**
 * Runs a script's main function: an error that reaches the top is printed as one line, not as a stack.
 *
 * @param {() => Promise<boolean>} script resolves to whether all went well
 */
export async function main(script) {
  try {
    process.exitCode = (await script()) ? 0 : 1
  } catch (error) {
    const shown = process.env.DEBUG && error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${shown}\n`)
    process.exitCode = 1
  }
}
