/** An element that the page has from the start. */
export function getElement<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const element = document.getElementById(id)
  if (!(element instanceof type)) throw new Error(`The page has no ${id}.`)
  return element
}
