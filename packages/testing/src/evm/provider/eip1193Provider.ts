export type RequestArguments = {
  readonly method: string
  readonly params?: readonly unknown[] | object | undefined
}

/** https://eips.ethereum.org/EIPS/eip-1193 */
export type Eip1193Provider = {
  request(args: RequestArguments): Promise<unknown>
  on(event: string, listener: (...args: never[]) => void): Eip1193Provider
  removeListener(event: string, listener: (...args: never[]) => void): Eip1193Provider
}
