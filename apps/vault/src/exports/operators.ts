// For the operator console: the API that custody serves to operators, and how to reach it.
export type * from '../protocol/operators.js'
export { assertProtected, type MutualTls, readMutualTls, toClientOptions } from '../tls/mutualTls.js'
