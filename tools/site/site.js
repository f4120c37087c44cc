// The menu is closed on narrow screens, `/` goes to the search, and the search page shows what was found.
const menu = document.querySelector('.menu');
const isWide = matchMedia('(min-width: 64rem)');
const fit = () => (menu.open = isWide.matches);
fit();
isWide.addEventListener('change', fit);

const field = document.querySelector('#q');
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea') !== null;
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});

const results = document.querySelector('#results');
if (results !== null) {
  const { search, options } = await import(new URL('pagefind/pagefind.js', import.meta.url).href);
  await options({ baseUrl: new URL('./', import.meta.url).pathname });
  field.value = new URL(location.href).searchParams.get('q') ?? '';
  field.addEventListener('input', () => void find(field.value));
  field.form.addEventListener('submit', (event) => event.preventDefault());
  await find(field.value);

  async function find(text) {
    const wanted = text.trim();
    if (wanted === '') return results.replaceChildren();
    history.replaceState(null, '', `?q=${encodeURIComponent(wanted)}`);
    const { results: found } = await search(wanted);
    const first = await Promise.all(found.slice(0, 10).map((each) => each.data()));
    if (field.value.trim() !== wanted) return; // Something else is typed by now.
    document.querySelector('#found').textContent =
      found.length === 0
        ? `Nothing was found for “${wanted}”.`
        : `${found.length} ${found.length === 1 ? 'page' : 'pages'} for “${wanted}”.`;
    results.replaceChildren(...first.map(itemOf));
  }
}

/** A page with its sections that have the words. */
function itemOf({ url, meta, excerpt, sub_results: parts }) {
  const item = document.createElement('li');
  item.append(linkTo(url, meta.title), textOf(excerpt));
  const inner = parts.filter((part) => part.url !== url).slice(0, 3);
  if (inner.length > 0) {
    const list = document.createElement('ul');
    for (const part of inner) {
      const entry = document.createElement('li');
      entry.append(linkTo(part.url, part.title), textOf(part.excerpt));
      list.append(entry);
    }
    item.append(list);
  }
  return item;
}

function linkTo(url, text) {
  const link = document.createElement('a');
  link.href = url;
  link.textContent = text;
  return link;
}

/** The excerpt marks the words that were found, and has no other elements. */
function textOf(excerpt) {
  const text = document.createElement('p');
  for (const [index, part] of excerpt.split(/<\/?mark>/).entries()) {
    const plain = document.createElement('textarea'); // Reads entities, and makes no elements.
    plain.innerHTML = part;
    if (index % 2 === 0) text.append(plain.value);
    else text.append(Object.assign(document.createElement('mark'), { textContent: plain.value }));
  }
  return text;
}
