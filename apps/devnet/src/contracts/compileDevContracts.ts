import { join } from 'node:path'
import { packageRoot } from '../packageRoot.js'
import { type CompiledContract, compileContracts } from './compileContracts.js'

/** The contracts that tests deploy, by their names: accounts as wallets have them, or what hostile ones do. */
export function compileDevContracts(file: 'Accounts' | 'Hostile'): { readonly [name: string]: CompiledContract } {
  return compileContracts({ file: join(packageRoot(), `src/contracts/${file}.sol`) })
}
