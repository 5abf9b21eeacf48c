import { type Arrival, type RemoteObject, toRemoteTree } from './remoteObject.js'
import { encodeValue } from './values.js'

/**
 * Creates a window for one wallet of the test. Everything announced, registered or placed there is reported as an arrival.
 *
 * @param objects the objects that pages can call, by id
 */
export function createRemoteWindow(objects: object[], onArrival: (arrival: Arrival) => void): EventTarget {
  const toRemote = (object: object): RemoteObject => ({ id: objects.push(object) - 1, tree: toRemoteTree(object) })
  const target = new EventTarget()
  target.addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = (event as CustomEvent<{ info: unknown; provider: object }>).detail
    onArrival({ kind: 'announce', info: encodeValue(info), object: toRemote(provider) })
  })
  target.addEventListener('wallet-standard:register-wallet', (event) => {
    const api = {
      register(wallet: object) {
        onArrival({ kind: 'register', object: toRemote(wallet) })
        return () => undefined
      },
    }
    ;(event as CustomEvent<(given: typeof api) => void>).detail(api)
  })
  const tellPlaced = (name: string, value: unknown): void => {
    if (Array.isArray(value)) onArrival({ kind: 'list', name, rows: encodeValue(value) })
    else if (typeof value === 'object' && value !== null) onArrival({ kind: 'place', name, object: toRemote(value) })
  }
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name, target)
      // methods of an EventTarget need the original as `this`
      return typeof value === 'function' ? value.bind(target) : value
    },
    defineProperty(_, name, descriptor) {
      const isNew = !Reflect.has(target, name)
      const isDefined = Reflect.defineProperty(target, name, descriptor)
      // waits until the wallet has filled the object
      if (isNew && isDefined) queueMicrotask(() => tellPlaced(String(name), Reflect.get(target, name)))
      return isDefined
    },
  })
}
