// Shows what the table shows. It asks for nothing but the next picture.
"use strict";
(function () {
  var at = function (id) { return document.getElementById(id); };
  var wide = matchMedia("(min-aspect-ratio: 1/1) and (min-width: 700px)");
  var light = matchMedia("(prefers-color-scheme: light)");
  var source = null, again = 0, heard = 0, looking = "", old = "";
  // The table says something at least every 15 s. A phone that slept, or a table without power, may have lost the
  // connection without a sign; a phone's other clocks stand still while it sleeps.
  var SILENT = 35000;

  // What a screen reader hears is only changed where it says something else.
  function say(id, text) { if (at(id).textContent !== text) { at(id).textContent = text; } }

  function list(id, lines) {
    if (at(id).textContent === lines.join("")) { return; }
    at(id).textContent = "";
    lines.forEach(function (line) { at(id).appendChild(document.createElement("li")).textContent = line; });
  }

  // Text is as wide as on the table, whatever font there is.
  function fit(part) {
    Array.prototype.forEach.call(part.querySelectorAll("text"), function (text) {
      text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    });
  }

  function draw(board, box) {
    var slots = at("slots"), svg = at("board");
    svg.setAttribute("viewBox", box);
    if (board.whole) { at("symbols").innerHTML = ""; slots.innerHTML = ""; }
    if (board.symbols.length) { at("symbols").insertAdjacentHTML("beforeend", board.symbols.join("")); fit(at("symbols")); }
    while (slots.childNodes.length > board.count) { slots.removeChild(slots.lastChild); }
    while (slots.childNodes.length < board.count) {
      slots.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "g"));
    }
    Object.keys(board.slots).forEach(function (n) {
      var slot = slots.childNodes[n];
      slot.innerHTML = board.slots[n];
      fit(slot);
    });
  }

  function lie(lies) {
    at("lies").hidden = !lies;
    say("what", lies ? lies.title : "");
    say("why", lies ? lies.subtitle : "");
    var finish = lies ? lies.finish : "";
    if (at("finish").dataset.drawn !== finish) {
      at("finish").innerHTML = finish;
      at("finish").dataset.drawn = finish;
      var drawn = at("finish").querySelector("svg");
      if (drawn) { drawn.removeAttribute("width"); drawn.removeAttribute("height"); fit(drawn); }
    }
    list("lines", lies ? lies.lines : []);
  }

  function show(seen) {
    document.documentElement.lang = seen.lang;
    at("turn").style.setProperty("--tone", seen.tone);
    say("title", seen.title);
    say("subtitle", seen.subtitle);
    say("said", seen.said);
    looking = seen.lost;
    old = seen.old;
    at("board").setAttribute("aria-label", seen.title + ". " + seen.said);
    document.title = seen.title;
    lie(seen.lies);
    draw(seen.board, seen.box);
  }

  // What the own seat alone may see: there to be unfolded, for a phone lies on the table.
  function note(own) {
    at("own").hidden = !own.title;
    if (!own.title) { at("own").open = false; }
    say("mine", own.title);
    list("notes", own.lines.map(function (line) { return line.join(": "); }));
  }

  function lose(why) {
    say("lost", why);
    at("lost").hidden = !why;
  }

  // Another match, or a closed window: the table is there, and says no to this page's address.
  function ask() {
    fetch("page.css").then(function (answer) { lose(answer.status === 404 ? old : looking); }, function () {});
  }

  function hear() {
    heard = Date.now();
    at("lost").hidden = true;
  }

  function listen() {
    if (Math.abs(Date.now() - heard) > SILENT) {
      lose(looking);
      connect();
    }
  }

  function connect() {
    if (source) { source.close(); }
    clearTimeout(again);
    heard = Date.now();
    var own = location.hash.slice(1) ? "own=" + encodeURIComponent(location.hash.slice(1)) : "";
    source = new EventSource("events?" + (wide.matches ? "wide=1&" : "") + (light.matches ? "light=1&" : "") + own);
    source.onmessage = function (event) { hear(); show(JSON.parse(event.data)); };
    source.addEventListener("still", hear);
    source.addEventListener("own", function (event) { note(JSON.parse(event.data)); });
    source.onerror = function () {
      // Where the table has said no, the browser doesn't ask again by itself; some don't either without a net.
      if (source.readyState !== 2) { lose(looking); return; }
      if (at("lost").hidden) { lose(looking); }
      ask();
      again = setTimeout(connect, 5000);
    };
  }

  // Phones of 2018 know no addEventListener here.
  wide.addListener(connect);
  light.addListener(connect);
  addEventListener("hashchange", connect);
  addEventListener("visibilitychange", listen);
  setInterval(listen, 5000);
  connect();
}());
