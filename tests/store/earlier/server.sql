-- A backup of a server of November 2026: an account, a guest, a table that waits and one whose game goes on.
PRAGMA user_version=2;
BEGIN TRANSACTION;
CREATE TABLE event (
	game TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	asked BLOB, 
	token TEXT, 
	line BLOB NOT NULL, 
	PRIMARY KEY (game, version), 
	UNIQUE (game, token)
)
 WITHOUT ROWID

;
INSERT INTO "event" VALUES('uzuax2vmc7xv',1,1795439317947,CAST('{"command":{"type":"create_game","rulebook":"gen","players":["Ewa","Turniejowy"],"lexicon":["pl-wolny","2022-03","8078c051acad519c0b96133621bee9bba6458f9c546254d60804a945873efc1c"],"commitment":"1fec6b029728a25066deee96a59b38b2f436b0beb1d47a39fa1b3c2873c265f5","at":1795439317947},"after":0,"events":9,"hash":"51a6cd98ebf0936fe12e92e54b5e8026dc8df10bbc5d1ae39f670bf7a222d227"}' || char(10) AS BLOB),NULL,CAST('{"n":1,"event":{"type":"game_created","rulebook":"gen","edition":"Mirelka","changes":{},"players":["Ewa","Turniejowy"],"tile_set":"pl-current","layout":"standard15","lexicon":["pl-wolny","2022-03","8078c051acad519c0b96133621bee9bba6458f9c546254d60804a945873efc1c"],"steps":{"draw":true,"announce":true,"record_own":true,"record_closed":true,"clock":true,"stop":true,"card":true,"check":true},"millis":null,"board":{},"bag":"??AAAAAAAAABBCCCDDDEEEEEEEFGGHHIIIIIIIIJJKKKLLLMMMNNNNNOOOOOOPPPRRRRSSSSTTTUUWWWWYYYYZZZZZÓĄĆĘŁŁŃŚŹŻ","racks":["",""],"scores":[0,0],"exchanges":[0,0],"venue":"online","checks":[],"absent":[],"officials":[],"full_record":false,"commitment":"1fec6b029728a25066deee96a59b38b2f436b0beb1d47a39fa1b3c2873c265f5","starter":null},"hash":"3e0774e7f97328f5e770c87f46eef7ef1459f1d09db57490305f35df97905703"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',2,1795439317947,NULL,NULL,CAST('{"n":2,"event":{"type":"start_tile_drawn","seat":1,"tile":"C"},"hash":"93e09e9ba3b114b6bc82f41aa6351170149dca031e89e584250c5c17f13048a3"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',3,1795439317947,NULL,NULL,CAST('{"n":3,"event":{"type":"start_tile_drawn","seat":2,"tile":"I"},"hash":"339a4ccb0489d931ce5c7a9fd2ccfe57d13ecd102c32c279bd16b9a9dc1c9b0d"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',4,1795439317947,NULL,NULL,CAST('{"n":4,"event":{"type":"starter_chosen","seat":1,"clause":"GEN-4c"},"hash":"efa200bcde111a01c5a0093c97d762f9e8b02713a297f3db848a6bc9edd48d3b"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',5,1795439317947,NULL,NULL,CAST('{"n":5,"event":{"type":"tiles_drawn","seat":1,"tiles":"ADFGJTŁ","surplus":0,"owing":0,"early":0},"hash":"194dc261ff094c7e33332cfadb621472b0dc5619892ccff2da787b847c9f1ba6"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',6,1795439317947,NULL,NULL,CAST('{"n":6,"event":{"type":"tiles_drawn","seat":2,"tiles":"DENNSSZ","surplus":0,"owing":0,"early":0},"hash":"31cfe1d4ebf7fc9bc52a96c03f13cae3bd05ea90eaa5df1c16b6755730cf57b7"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',7,1795439317947,NULL,NULL,CAST('{"n":7,"event":{"type":"deal_completed"},"hash":"cbd55bc6293fa2f1bdfb0135931863a44a0c6c6b467dfe6e3f3181ee63d9f37b"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',8,1795439317947,NULL,NULL,CAST('{"n":8,"event":{"type":"game_started"},"hash":"00aaffda073839ab8e567eee44806a5d329f5f67231a082654fa9fae0ed03574"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',9,1795439317947,NULL,NULL,CAST('{"n":9,"event":{"type":"turn_opened","seat":1},"hash":"407bb0d0252eb8e9881613b1c50304e51a3861ca563acb253be2482d529f2807"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',10,1795439318234,CAST('{"command":{"type":"pass_turn","seat":1,"at":1795439318234},"after":9,"events":2,"hash":"0b60adb87876fafe8ec505609abfa657d39e3323832c34b5f4cd47d861135590"}' || char(10) AS BLOB),'1/9-1',CAST('{"n":10,"event":{"type":"turn_passed","seat":1,"forced":null,"clause":"GEN-6P-a"},"hash":"992490ce764004bfa13793439168582689906c0ea3c6c452e49b8d31876a55df"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',11,1795439318234,NULL,NULL,CAST('{"n":11,"event":{"type":"turn_opened","seat":2},"hash":"d56ef2193ad8f2a78dd92b2ea84e3e19f78d5e7ce011e4cf5689c82f92ea5a7b"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',12,1795439322234,CAST('{"command":{"type":"exchange_tiles","seat":2,"tiles":"DNSSZ","at":1795439322234},"after":11,"events":5,"hash":"e66b93b9eafb91ae4f2ff9675166760c3cd7dd650a9ff90579ed217a673d6a8b"}' || char(10) AS BLOB),NULL,CAST('{"n":12,"event":{"type":"tiles_set_aside","seat":2,"tiles":"DNSSZ"},"hash":"05225ed308a78f540dff36ab91fee827acaf6232b8676f30794d1997e136ad02"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',13,1795439322234,NULL,NULL,CAST('{"n":13,"event":{"type":"exchange_accepted","seat":2},"hash":"ffc0599f5c9d4d98be457d7b74e31acfaa3e58e05abff20a2c8571404ced9452"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',14,1795439322234,NULL,NULL,CAST('{"n":14,"event":{"type":"turn_opened","seat":1},"hash":"27b922d18ee8cbbf2b8b96076f1231c657f5b1a7f10925b05345c92268b71219"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',15,1795439322234,NULL,NULL,CAST('{"n":15,"event":{"type":"tiles_drawn","seat":2,"tiles":"AERYŃ","surplus":0,"owing":0,"early":0},"hash":"c865ffd5324b9fd4a03002ed052306dab73fed70040c7b065597c027a2eaa399"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',16,1795439322234,NULL,NULL,CAST('{"n":16,"event":{"type":"tiles_returned","seat":2,"tiles":"DNSSZ"},"hash":"c20b710784044a3900ceb79ce4af131e8eac27116aa9e3de431ff518798c91b3"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',17,1795439322242,CAST('{"command":{"type":"exchange_tiles","seat":1,"tiles":"AD","at":1795439322242},"after":16,"events":5,"hash":"484f5a420b835d1d8a80e8a213ed3c98e9a2f4b583f49175e7769af78a9d5e21"}' || char(10) AS BLOB),'1/16-2',CAST('{"n":17,"event":{"type":"tiles_set_aside","seat":1,"tiles":"AD"},"hash":"4a8e25e7143d5ed121c6f1b01fe118b07a5a771d296476e6720a22498b42c219"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',18,1795439322242,NULL,NULL,CAST('{"n":18,"event":{"type":"exchange_accepted","seat":1},"hash":"703ed483b51af41a13d7fb0425009e54468644ef653d63c392390d7b6f8b7533"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',19,1795439322242,NULL,NULL,CAST('{"n":19,"event":{"type":"turn_opened","seat":2},"hash":"0d1b2d6b66007a68f75e8017dae714c3dd8b1a76de6d7f9ab1c6951c60ca9b23"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',20,1795439322242,NULL,NULL,CAST('{"n":20,"event":{"type":"tiles_drawn","seat":1,"tiles":"BĆ","surplus":0,"owing":0,"early":0},"hash":"c0f5f99824331dff1d5882509b779ca294177125eb95340c21fdf2cebe2ecc39"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',21,1795439322242,NULL,NULL,CAST('{"n":21,"event":{"type":"tiles_returned","seat":1,"tiles":"AD"},"hash":"82f9e4f2f879d77233b9401ff7ad5944df152d48f9cfcc35440d4e97f20b4730"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',22,1795439322750,CAST('{"command":{"type":"lay_tiles","seat":2,"placement":{"G8":"E","H8":"Ń"},"at":1795439322750},"after":21,"events":2,"hash":"1f7937cbe27ff8e5787d2f38928b164f60ed1d9102712c644ed368ebb7fec402"}' || char(10) AS BLOB),NULL,CAST('{"n":22,"event":{"type":"tiles_laid","seat":2,"placement":{"G8":"E","H8":"Ń"},"words":[{"word":"EŃ","at":"8G","points":16}],"points":16,"faults":[]},"hash":"68bbfcee8ce9a194e2db03c476a3225dfa0ca280375bf66b6ee489d423a6def0"}' || char(10) AS BLOB));
INSERT INTO "event" VALUES('uzuax2vmc7xv',23,1795439322750,NULL,NULL,CAST('{"n":23,"event":{"type":"value_announced","seat":2,"points":16},"hash":"112296f8a30da80c86d11c01afa0f4dc3c266945de499cc969ef9707b65fa3b6"}' || char(10) AS BLOB));
CREATE TABLE heartbeat (
	one INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	lineage TEXT NOT NULL, 
	PRIMARY KEY (one)
);
INSERT INTO "heartbeat" VALUES(1,1795439323686,'5385db4e5322054ca446d31b6a903481');
CREATE TABLE invitation (
	token TEXT NOT NULL, 
	sitting TEXT NOT NULL, 
	role TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (token), 
	FOREIGN KEY(sitting) REFERENCES sitting (id) ON DELETE CASCADE
);
CREATE TABLE official (
	sitting TEXT NOT NULL, 
	person TEXT NOT NULL, 
	role TEXT NOT NULL, 
	PRIMARY KEY (sitting, person), 
	FOREIGN KEY(sitting) REFERENCES sitting (id) ON DELETE CASCADE, 
	FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE TABLE passkey (
	id TEXT NOT NULL, 
	person TEXT NOT NULL, 
	credential BLOB NOT NULL, 
	public_key BLOB NOT NULL, 
	count BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	used BIGINT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE, 
	UNIQUE (credential)
);
CREATE TABLE person (
	id TEXT NOT NULL, 
	name TEXT NOT NULL, 
	login TEXT, 
	password TEXT, 
	language TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	seen BIGINT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (login)
);
INSERT INTO "person" VALUES('hpmr3f7uj8vy','Ewa','ewa','$argon2id$v=19$m=65536,t=3,p=4$MVBd/iKiV06+h0MJffUPYg$SnKV0hlmQQcPDGcuCijp+ql7OKFlUH1FRnlWUmxksoQ','pl',1795439317043,1795439317043);
INSERT INTO "person" VALUES('5c6ahv4d74d6','Gość',NULL,NULL,'pl',1795439318188,1795439318188);
CREATE TABLE place (
	sitting TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	person TEXT, 
	name TEXT NOT NULL, 
	bot TEXT, 
	PRIMARY KEY (sitting, seat), 
	FOREIGN KEY(sitting) REFERENCES sitting (id) ON DELETE CASCADE, 
	FOREIGN KEY(person) REFERENCES person (id) ON DELETE SET NULL
);
INSERT INTO "place" VALUES('uzuax2vmc7xv',2,NULL,'Turniejowy','static');
INSERT INTO "place" VALUES('uzuax2vmc7xv',1,'hpmr3f7uj8vy','Ewa',NULL);
INSERT INTO "place" VALUES('zfukm4ermm8p',1,'5c6ahv4d74d6','Gość',NULL);
CREATE TABLE session (
	token TEXT NOT NULL, 
	person TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	seen BIGINT NOT NULL, 
	PRIMARY KEY (token), 
	FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
);
INSERT INTO "session" VALUES('3eaa6e0546e6d9ca4d11ee9e1c1c6b61a9cb5e89680eded5ea44a367e071d3c9','hpmr3f7uj8vy',1795439317830,1795439317830);
INSERT INTO "session" VALUES('95c9cdfd0cd23944c57360a291d41eb3039687309f69a0278fee2f7592e28f3c','5c6ahv4d74d6',1795439318188,1795439318188);
CREATE TABLE sitting (
	id TEXT NOT NULL, 
	host TEXT, 
	proposal BLOB NOT NULL, 
	status TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	begun BIGINT, 
	ended BIGINT, 
	header BLOB, 
	result BLOB, 
	rematch TEXT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(host) REFERENCES person (id) ON DELETE SET NULL
);
INSERT INTO "sitting" VALUES('uzuax2vmc7xv','hpmr3f7uj8vy',CAST('{"rulebook":"gen","seats":2,"millis":null,"lexicon":"pl-wolny","steps":"swift","checked":false,"window":60,"bots":["static"],"public":true,"delay":0,"changes":{}}' AS BLOB),'playing',1795439317911,1795439317941,NULL,CAST('{"mostek":"game","format":2,"game":"uzuax2vmc7xv","table":{"humans":1,"bot":"static","seed":"87d45b317d9cdbd3d12d2fa9f0c85e49977e339cff9ef09c931a58956f6a7be5","orientation":"lettered_rows"},"hash":"8b7a207aebd457f964dbbbaf7f2398b19726a0affffea97b21036b7263a2c498"}' || char(10) AS BLOB),NULL,NULL);
INSERT INTO "sitting" VALUES('zfukm4ermm8p','hpmr3f7uj8vy',CAST('{"rulebook":"gen","seats":2,"millis":null,"lexicon":"pl-wolny","steps":"swift","checked":false,"window":60,"bots":[],"public":true,"delay":0,"changes":{}}' AS BLOB),'open',1795439317974,NULL,NULL,NULL,NULL,NULL);
CREATE INDEX ix_session_person ON session (person);
CREATE INDEX ix_passkey_person ON passkey (person);
CREATE INDEX ix_sitting_status ON sitting (status);
CREATE INDEX sitting_by_rematch ON sitting (rematch);
CREATE INDEX place_of_person ON place (person, sitting);
CREATE INDEX ix_place_person ON place (person);
COMMIT;
