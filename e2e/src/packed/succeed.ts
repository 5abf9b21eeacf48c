import { run } from '../../../scripts/lib/run.mjs'

/** Runs a command to its end; returns its output. Throws if it fails or warns about one of our packages. */
export async function succeed(command: string, args: readonly string[], cwd: string): Promise<string> {
  // an app doesn't inherit the settings of the repository's own installs
  const own = { NODE_ENV: undefined, npm_config_user_agent: undefined, NO_COLOR: '1', FORCE_COLOR: undefined }
  // the first `npm create` asks whether to download the template's program
  const env = { ...own, npm_config_yes: 'true' }
  const { code, output } = await run(command, args, { cwd, env, capture: true, timeout: 600_000 })
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} exited with ${code} in ${cwd}:\n${output}`)
  const warnings = output.split('\n').filter((line) => /warn/i.test(line) && /latchkey/i.test(line))
  if (warnings.length > 0) throw new Error(`${command} warns about one of our packages:\n${output}`)
  return output
}
