import type { ServedChain } from './createChainBook.js'

/** Whether the blocks of a chain are read into the database: it was asked for, and it is of EVM. */
export function isIndexed({ index, namespace }: Pick<ServedChain, 'index' | 'namespace'>): boolean {
  return index !== undefined && namespace === 'eip155'
}
