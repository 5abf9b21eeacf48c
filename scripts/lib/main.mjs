/**
 * Runs a command. `--help` prints its help instead, before anything is installed or built. An error that reaches the top
 * is printed as one line, not as a stack.
 *
 * @param {string} help begins with `Usage: `
 * @param {() => Promise<boolean>} command resolves to whether all went well
 */
export async function main(help, command) {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(`${help}\n`)
    return
  }
  try {
    process.exitCode = (await command()) ? 0 : 1
  } catch (error) {
    const shown = process.env.DEBUG && error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${shown}\n`)
    process.exitCode = 1
  }
}
