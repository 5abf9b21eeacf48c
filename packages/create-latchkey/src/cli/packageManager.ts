import { spawn } from 'node:child_process'

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

const known: readonly PackageManager[] = ['npm', 'pnpm', 'yarn', 'bun']

/** Returns the package manager that runs this command, by `npm_config_user_agent`: `pnpm/10.34.9 npm/? node/v24.0.0 …`. */
export function toPackageManager(userAgent: string | undefined): PackageManager {
  const name = userAgent?.split('/')[0]
  return known.find((manager) => manager === name) ?? 'npm'
}

/** Installs the dependencies of an app, and shows the package manager's output. Returns whether it succeeded. */
export function installDependencies(folder: string, manager: PackageManager): Promise<boolean> {
  return new Promise((done) => {
    // npm and yarn are scripts on Windows
    const child = spawn(manager, ['install'], { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' })
    child.once('error', () => done(false))
    child.once('exit', (code) => done(code === 0))
  })
}
