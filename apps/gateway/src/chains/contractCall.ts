import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
} from 'viem'

/** A question to a contract, one of many that are asked at once. */
export type ContractCall<value> = {
  readonly to: Address
  readonly data: Hex
  /** Undefined where the answer is none of the function. */
  readonly decode: (result: Hex) => value | undefined
}

type View = 'view' | 'pure'

/** A question to a function of a contract. */
export function contractCall<const abi extends Abi, name extends ContractFunctionName<abi, View>>({
  to,
  abi,
  functionName,
  args,
}: {
  readonly to: Address
  readonly abi: abi
  readonly functionName: name
  readonly args: ContractFunctionArgs<abi, View, name>
}): ContractCall<ContractFunctionReturnType<abi, View, name>> {
  return {
    to,
    data: encodeFunctionData({ abi, functionName, args } as never),
    decode: (data) => {
      try {
        return decodeFunctionResult({ abi, functionName, data } as never) as never
      } catch {
        return undefined // what stands there is another kind of contract, or none
      }
    },
  }
}
