const helpWords: readonly string[] = ['--help', '-h', 'help']

/**
 * Prints a command's help if its first argument asks for it, before it reads any setting.
 *
 * @returns whether it did
 */
export function printHelp(help: string, [first = '']: readonly string[] = process.argv.slice(2)): boolean {
  if (!helpWords.includes(first)) return false
  process.stdout.write(`${help}\n`)
  return true
}
