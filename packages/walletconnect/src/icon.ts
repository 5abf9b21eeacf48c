/** Two chain links, for rows of the wallet list. A data URL: no page of anybody is asked for it. */
export const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%232b7fff'/%3E%3Cg fill='none' stroke='%23fff' stroke-width='3'%3E%3Crect x='7' y='15' width='16' height='10' rx='5'/%3E%3Crect x='17' y='15' width='16' height='10' rx='5'/%3E%3C/g%3E%3C/svg%3E"
