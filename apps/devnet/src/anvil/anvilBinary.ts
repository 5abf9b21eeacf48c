import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const packages: Readonly<Record<string, string>> = {
  'darwin-arm64': 'anvil-darwin-arm64',
  'darwin-x64': 'anvil-darwin-amd64',
  'linux-arm64': 'anvil-linux-arm64',
  'linux-x64': 'anvil-linux-amd64',
  'win32-x64': 'anvil-win32-amd64',
}

/** Path of the native binary: the script around it would stay between us and the process that has to be ended. */
export function anvilBinary(): string {
  const platform = `${process.platform}-${process.arch}`
  const name = packages[platform]
  if (!name) throw new Error(`There is no anvil for ${platform}; it exists for ${Object.keys(packages).join(', ')}`)
  const require = createRequire(import.meta.url)
  const wrapper = require.resolve('@foundry-rs/anvil/package.json')
  const folder = dirname(createRequire(wrapper).resolve(`@foundry-rs/${name}/package.json`))
  return join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
}
