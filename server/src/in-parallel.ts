// Many pieces of work, some at a time.

/**
 * @param work on one item.
 * @param atOnce how many of them at a time.
 * @returns what came of each, in the order of the items.
 * @throws what the first that failed threw, when all that had begun have ended: nobody writes behind it.
 */
export async function inParallel<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
  atOnce = 16,
): Promise<Result[]> {
  const results: Result[] = []
  const faults: unknown[] = []
  const turns = [...items].entries()
  const worker = async () => {
    for (const [index, item] of turns) {
      await work(item).then(
        (result) => (results[index] = result),
        (error) => faults.push(error),
      )
      if (faults.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  if (faults.length > 0) throw faults[0]
  return results
}
