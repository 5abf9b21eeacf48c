import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../node/packageRoot.js'

/** Hashes the sources of the world, to detect an outdated one. */
export function worldFingerprint(): string {
  const root = packageRoot()
  const sources = readdirSync(join(root, 'src/world')).filter((name) => !name.includes('.test.'))
  const hash = createHash('sha256')
  for (const file of [
    'package.json',
    'src/contracts/Accounts.sol',
    'src/contracts/contracts.ts',
    'src/keys/evm.ts',
    'src/accounts/contracts.ts',
    'src/accounts/deployAccounts.ts',
    'src/accounts/SignerFactory.sol',
    ...sources.sort().map((name) => join('src/world', name)),
  ]) {
    hash.update(file).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}
